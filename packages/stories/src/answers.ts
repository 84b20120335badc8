import { expect } from 'vitest'

/** What the official client hands its caller. */
interface Answer<T> {
  readonly data: T | null
  readonly error: object | null
}

/** What was answered; a refusal fails the story. */
export function told<T>({ data, error }: Answer<T>): T {
  expect(error).toBeNull()
  if (data === null) throw new Error('the answer holds nothing')
  return data
}

/** How it was refused: the status, and the code as applications branch on it. */
export function refusal({ data, error }: Answer<unknown>): string {
  expect(data).toBeNull()
  const { status, code, message } = { status: 0, code: '', message: '', ...error }
  expect(message).not.toBe('')
  return `${status} ${code}`
}
