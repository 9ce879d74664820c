/** An error that the page shows. */
export class PageError extends Error {
  override readonly name: string = "PageError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
