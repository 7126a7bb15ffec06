/** Rollwright over HTTP: typed calls, live events that survive lost connections, requests that take effect once. */

export { Client, type ClientOptions } from "./client.js";
export type { How } from "./connection.js";
export type { components, operations } from "./contract.js";
export { PATIENCE, type Patience } from "./patience.js";
export { NetworkError, Problem, type ProblemCode, type ProblemDetails } from "./problem.js";
export { Table } from "./table.js";
export type * from "./types.js";
