/** The service behind the page's own origin, and the tokens that this browser holds. */

import { Client } from "@rollwright/client";

export const client = new Client(location.origin);

/** A token opens a session for whoever has it: it stays in this tab, and out of the address. */
export const tokens = {
  of: (session: string): string | undefined => sessionStorage.getItem(session) ?? undefined,
  keep: (session: string, token: string): void => sessionStorage.setItem(session, token),
};

/** What went wrong, for the person who looks on: problems say it, with the fields that are at fault. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
