import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { Refused } from './request.ts'

const refusal = (status: number) =>
  new Refused(status, { code: '', message: 'No', fields: [] }, null)

const ask = async (status: number) => {
  const onSignedOut = vi.fn<() => void>()
  const queryFn = vi.fn<() => Promise<never>>().mockRejectedValue(refusal(status))
  const client = createQueryClient(onSignedOut)
  await expect(client.fetchQuery({ queryKey: ['x'], queryFn })).rejects.toBeInstanceOf(Refused)
  return { onSignedOut, queryFn }
}

test('refusals are not retried', async () => {
  expect((await ask(404)).queryFn).toHaveBeenCalledTimes(1)
})

test('only a missing session reports that it ended', async () => {
  expect((await ask(401)).onSignedOut).toHaveBeenCalledTimes(1)
  expect((await ask(403)).onSignedOut).not.toHaveBeenCalled()
})
