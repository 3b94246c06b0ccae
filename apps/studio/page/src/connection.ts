// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The socket to the simulator: orders with answers, frames and states as they come.
import { Frame, FrameReader } from "./frame";
import { ProcessNews } from "./process_news";

export interface Expectation { name: string; bound: string; value: number; ok: boolean; }
export interface Held { part: string; at: [number, number, number]; from?: number; } // from: not yet
export interface HeldForce { number: number; part: string; force: [number, number, number]; from?: number; }
export interface Status {
  open: boolean; revision: number; title: string; file: string; time: number; step: number; steps: number; h: number;
  playing: boolean; finished: boolean; speed: number; past: [number, number]; hash: string; trouble: string;
  undo: number; redo: number; unsaved: number; recording?: boolean; held: Held[]; forces: HeldForce[]; timings: Record<string, number>; expectations: Expectation[];
}
export type Answer = { ok: boolean; error?: string } & Record<string, any>;

export class Connection {
  onFrame: (frame: Frame) => void = () => {};
  onStatus: (status: Status) => void = () => {};
  onProcess: (news: ProcessNews) => void = () => {};
  onState: (connected: boolean) => void = () => {};
  received = 0; // bytes of frames
  private socket?: WebSocket;
  private reader = new FrameReader();
  private next = 1;
  private waiting = new Map<number, (answer: Answer) => void>();

  open(): void {
    const where = new URL("socket", location.href);
    where.protocol = "ws:";
    this.socket = new WebSocket(where);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => this.onState(true);
    this.socket.onmessage = (event) => this.receive(event.data);
    this.socket.onclose = () => {
      this.onState(false);
      for (const answered of this.waiting.values()) answered({ ok: false, error: "the studio is not there any more" });
      this.waiting.clear();
      setTimeout(() => this.open(), 1000);
    };
  }

  /** Sends an order; the answer comes back whatever happens. */
  say(order: Record<string, unknown>): Promise<Answer> {
    if (this.socket?.readyState !== WebSocket.OPEN)
      return Promise.resolve({ ok: false, error: "not connected to the studio" });
    const id = this.next++;
    this.socket.send(JSON.stringify({ ...order, id }));
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }

  /** Which quantity the frames carry, and what is seen beside things; all topology comes again. */
  async show(quantity: string, see: string[]): Promise<void> {
    await this.say({ do: "show", quantity, see });
  }

  private receive(data: ArrayBuffer | string): void {
    if (data instanceof ArrayBuffer) {
      this.received += data.byteLength;
      return this.onFrame(this.reader.read(data));
    }
    const message = JSON.parse(data) as Answer;
    const answered = this.waiting.get(message.id);
    if (answered) {
      this.waiting.delete(message.id);
      answered(message);
    } else if (message.do === "status") {
      this.onStatus(message.status as Status);
    } else if (message.do === "process") {
      this.onProcess(message as unknown as ProcessNews);
    }
  }
}
