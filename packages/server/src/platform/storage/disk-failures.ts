/** What a failure of this kind means instead; any other stays one. */
export function unless<T>(code: string, otherwise: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === code) return otherwise
    throw error
  }
}
