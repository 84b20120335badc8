/** Why the server cannot start, in one line for the person who started it. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}
