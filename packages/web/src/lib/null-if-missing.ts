import { Refused } from './request.ts'

/** Turns a 404 into null; other refusals stay errors. */
export async function nullIfMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null
    throw error
  }
}
