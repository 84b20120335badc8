/** Maps a failure with this code to a result; rethrows any other. */
export function unless<T>(code: string, otherwise: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === code) return otherwise
    throw error
  }
}
