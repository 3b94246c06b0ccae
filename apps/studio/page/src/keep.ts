// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What is kept: the scene, pictures, films, exports, moments to return to; and what is asked before edits are dropped.
import { Answer, Status } from "./connection";
import { FilmMaker, download } from "./film";
import { SceneView } from "./scene_view";

/** What to do with edits that opening another scene would drop: save, drop or stay. */
export function askAboutEdits(dialog: HTMLDialogElement, text: HTMLElement, lost: number): Promise<string> {
  text.textContent = lost === 1 ? "An edit of this scene is not saved." : `${lost} edits of this scene are not saved.`;
  dialog.returnValue = "stay";
  dialog.showModal();
  return new Promise((decided) => dialog.addEventListener("close", () => decided(dialog.returnValue), { once: true }));
}

export class Keeping {
  constructor(
    private view: SceneView,
    private film: FilmMaker,
    private order: (what: Record<string, unknown>) => Promise<Answer>,
    private note: (text: string) => void,
    private status: () => Status | undefined,
  ) {}

  /** Whether it was saved. */
  async save(): Promise<boolean> {
    const name = this.askName("Save the scene as", ".json");
    if (!name) return false;
    const answer = await this.order({ do: "save", file: name });
    if (answer.ok) this.note(`saved ${answer.file}`);
    return answer.ok;
  }

  async exportPast(): Promise<void> {
    const name = this.askName("Export what was seen so far as .rec, .glb, .usda, .obj, .ply, .pvd or .csv", ".glb");
    if (!name) return;
    this.note(`exporting ${name}: the world waits`);
    let answer = await this.order({ do: "export", file: name });
    if (answer.exists && confirm(`${(answer.error ?? "").replace(/:.*/, "")}. Overwrite it?`))
      answer = await this.order({ do: "export", file: name, overwrite: true });
    if (answer.ok) this.note(`exported ${answer.frames} frames to ${answer.file}`);
  }

  async keepMoment(): Promise<void> {
    const name = this.askName("Keep this moment as", `_${this.status()?.step ?? 0}.checkpoint`);
    if (!name) return;
    const answer = await this.order({ do: "checkpoint", file: name });
    if (answer.ok) this.note(`kept ${answer.file}`);
  }

  async returnToMoment(): Promise<void> {
    const name = this.askName("Return to the moment of", ".checkpoint");
    if (!name) return;
    const answer = await this.order({ do: "return", file: name });
    if (answer.ok) this.note(`at step ${answer.step}${answer.same_settings ? "" : ", with settings that have changed since"}`);
  }

  picture(): void {
    download("souple.png", this.view.picture());
  }

  async toggleFilm(): Promise<void> {
    if (!this.film.running) {
      this.view.filming = true;
      this.film.start(this.view.stream(30));
      return this.note("filming the view; the same again ends it");
    }
    this.view.filming = false;
    this.note(`a film of ${((await this.film.stop("souple.webm")) / 1e6).toFixed(2)} MB was downloaded`);
  }

  /** Asks for a name under the folder of the studio; nothing when it is taken back. */
  private askName(what: string, ending: string): string | null {
    const stem = (this.status()?.file.split("/").pop() ?? "scene").replace(/\.\w+$/, "");
    return prompt(`${what}, under the folder of the studio:`, `out/studio/${stem}${ending}`);
  }
}
