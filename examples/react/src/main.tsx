import { StrictMode, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";

import { Opening } from "./Opening";
import { Playing } from "./Playing";
import "./style.css";

/** The session that the address names: "#" and its id. */
function useSession(): string {
  return useSyncExternalStore(
    (changed) => {
      addEventListener("hashchange", changed);
      return () => removeEventListener("hashchange", changed);
    },
    () => location.hash.slice(1),
  );
}

function Page() {
  const session = useSession();
  return session ? <Playing key={session} id={session} /> : <Opening />;
}

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
