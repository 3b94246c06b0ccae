// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// How Vite builds the page: three files with fixed names, which the program carries inside.
import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  build: {
    target: "es2020",
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
    rollupOptions: { output: { entryFileNames: "app.js", assetFileNames: "app.[ext]" } },
  },
});
