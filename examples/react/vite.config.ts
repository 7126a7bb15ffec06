import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// The page and the service share an origin, so that neither needs CORS: in production behind one proxy.
const proxy = { "/v1": process.env["ROLLWRIGHT_URL"] ?? "http://127.0.0.1:8000" };

export default defineConfig({ plugins: [react()], server: { proxy }, preview: { proxy } });
