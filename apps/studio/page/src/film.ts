// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A film of the view, recorded by the browser.

export function download(name: string, address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

export class FilmMaker {
  private recorder?: MediaRecorder;
  private pieces: Blob[] = [];
  last = 0; // bytes of the last film

  /** Of the film under way. */
  get bytes(): number {
    return this.pieces.reduce((sum, piece) => sum + piece.size, 0);
  }

  get running(): boolean {
    return this.recorder !== undefined;
  }

  start(stream: MediaStream): void {
    this.pieces = [];
    this.recorder = new MediaRecorder(stream, { mimeType: "video/webm", videoBitsPerSecond: 8e6 });
    this.recorder.ondataavailable = (event) => this.pieces.push(event.data);
    this.recorder.start(500);
  }

  /** Hands the film over as a file. */
  stop(name: string): Promise<number> {
    const recorder = this.recorder;
    this.recorder = undefined;
    return new Promise((done) => {
      if (!recorder) return done(0);
      recorder.onstop = () => {
        const film = new Blob(this.pieces, { type: "video/webm" });
        const address = URL.createObjectURL(film);
        download(name, address);
        setTimeout(() => URL.revokeObjectURL(address), 10000);
        this.last = film.size;
        done(film.size);
      };
      recorder.stop();
    });
  }
}
