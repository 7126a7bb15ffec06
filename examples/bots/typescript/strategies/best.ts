/** The one for which a figure is highest, the first of them on ties. */
export function best<T>(choices: T[], figure: (choice: T) => number): T {
  return choices.reduce((one, other) => (figure(other) > figure(one) ? other : one));
}
