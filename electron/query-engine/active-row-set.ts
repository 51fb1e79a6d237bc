// Which view a person looks at now. What another one wanted to do ahead of being asked is not done any more.

export class ActiveRowSet {
  #forget: (() => void) | undefined;

  /** To the view that forgets so, each time the same function: what the one before had in mind is forgotten. */
  activate(forget: () => void): void {
    if (this.#forget === forget) return;
    this.#forget?.();
    this.#forget = forget;
  }
}
