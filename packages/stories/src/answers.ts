import { expect } from 'vitest'

/** The result type of the official client. */
interface Answer<T> {
  readonly data: T | null
  readonly error: object | null
}

/** The data of a successful call; a refusal fails the story. */
export function unwrap<T>({ data, error }: Answer<T>): T {
  expect(error).toBeNull()
  if (data === null) throw new Error('the answer is empty')
  return data
}

/** The status and the code of a refused call. */
export function refusal({ data, error }: Answer<unknown>): string {
  expect(data).toBeNull()
  const { status, code, message } = { status: 0, code: '', message: '', ...error }
  expect(message).not.toBe('')
  return `${status} ${code}`
}
