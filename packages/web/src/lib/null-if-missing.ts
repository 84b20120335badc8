import { Refused } from './request.ts'

/** What isn't there is an answer, unlike any other refusal. */
export async function nullIfMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null
    throw error
  }
}
