export interface RefusalEntry {
  readonly status: number
  /** The sentence both wires show; `{name}` is filled from the refusal's details. */
  readonly message: string
  /** The billing wire's error literal. */
  readonly error: string
  /** The account wire's code, where it isn't the one derived from the message. */
  readonly code?: string
  /** What kind of fault in the input it is, where the billing wire lists faults. */
  readonly fault?: 'missing' | 'value_error'
  /** The billing wire's 422 has the sentence alone, and no list of faults. */
  readonly hasPlainDetail?: boolean
  /** What RFC 6750 calls it in `WWW-Authenticate`. */
  readonly bearerError?: 'invalid_token' | 'insufficient_scope'
}
