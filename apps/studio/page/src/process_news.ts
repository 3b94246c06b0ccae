// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What the server says of the process that simulates: that it died, runs again, is stuck or stays away. It stays on
// screen until it is over or was read; meanwhile the page keeps what it shows.
import { make } from "./controls";

export interface ProcessNews { state: "lost" | "again" | "down" | "busy" | "running"; text: string; }

export function showProcess(into: HTMLElement, news: ProcessNews, restart: () => void): void {
  into.hidden = news.state === "running";
  into.className = news.state;
  const action = news.state === "down" ? "Start again" : news.state === "busy" ? "End it and start again" : "Close";
  const button = make("button", "", action);
  button.onclick = () => {
    if (news.state === "down" || news.state === "busy") restart();
    else into.hidden = true;
  };
  into.replaceChildren(make("span", "", news.text), ...(news.state === "lost" ? [] : [button]));
}
