export interface RefusalEntry {
  readonly status: number
  /** The message on both wires; `{name}` is replaced by a detail of the refusal. */
  readonly message: string
  /** The `error` of the billing wire. */
  readonly error: string
  /** The account wire’s code, unless it is derived from the message. */
  readonly code?: string
  /** On the billing wire: why, for programs that tell cases of one status apart. */
  readonly reason?: string
  /** The type of the fault, if the billing wire lists faults. */
  readonly fault?: 'missing' | 'value_error'
  /** The billing wire’s 422 has only the message, and no list of faults. */
  readonly hasPlainDetail?: boolean
  /** The error code of RFC 6750 in `WWW-Authenticate`. */
  readonly bearerError?: 'invalid_token' | 'insufficient_scope'
}
