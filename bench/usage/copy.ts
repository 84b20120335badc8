import type pg from 'pg'

// The parts of the driver that its types leave out.
interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** One COPY statement with its whole input, which the driver has no call for. */
class Copy implements pg.Submittable {
  readonly #text: string
  readonly #input: Buffer
  readonly #end: (error: Error | null) => void

  constructor(text: string, input: Buffer, end: (error: Error | null) => void) {
    this.#text = text
    this.#input = input
    this.#end = end
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#input)
    connection.endCopyFrom()
  }

  handleError(error: Error): void {
    this.#end(error)
  }

  handleCommandComplete(): void {
    // The connection is ready right after it.
  }

  handleReadyForQuery(): void {
    this.#end(null)
  }
}

export const copyInto = (client: pg.Client, text: string, input: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(new Copy(text, input, (error) => (error === null ? resolve() : reject(error))))
  })
