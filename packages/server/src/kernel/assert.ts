// A broken expectation is a bug, not a refusal: the transport renders it as 500.
export class AssertionFailure extends Error {
  override readonly name = 'AssertionFailure'
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFailure(message)
}
