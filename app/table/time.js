/**
 * The service's time: its clock as its answers tell it, so that a device whose own clock is wrong counts down aright.
 *
 * What is kept are bounds of the service's time minus this page's steady clock. A `Date` header (RFC 9110, 6.6.1) has
 * whole seconds and may have been written a second before: the truth lies from it to two seconds later, at some moment
 * between the sending and the answer. Each answer narrows that.
 */

const COARSE_MS = 2000;

export class ServiceTime {
  #least = -Infinity;
  #most = Infinity;

  /** An answer with this `Date`, to a request `sent` and `received` at these times of `performance.now()`. */
  heard(date, sent, received) {
    const told = Date.parse(date ?? "");
    if (Number.isNaN(told)) return;
    const [least, most] = [told - received, told + COARSE_MS - sent];
    this.#least = Math.max(this.#least, least);
    this.#most = Math.min(this.#most, most);
    // They contradict each other where one of the clocks was set or stood still: what was heard last counts.
    if (this.#least > this.#most) [this.#least, this.#most] = [least, most];
  }

  /** Milliseconds since 1970; by the device's clock until the service was heard. */
  now() {
    if (this.#least === -Infinity) return Date.now();
    return performance.now() + (this.#least + this.#most) / 2;
  }
}
