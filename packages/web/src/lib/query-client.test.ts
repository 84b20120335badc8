import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient, refetchAfterChange } from './query-client.ts'
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

test('an answer asked before a change is not shown after it', async () => {
  const client = createQueryClient(() => {})
  const answers: ((text: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const query = { queryKey: ['next charge'], queryFn }
  client.setQueryData(query.queryKey, 'on the first')
  const shown = new QueryObserver<string>(client, { ...query, staleTime: 0 })
  const leave = shown.subscribe(() => {})
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  shown.setOptions({ ...query, enabled: false })

  await refetchAfterChange(client, query.queryKey)
  answers[0]?.('never')
  shown.setOptions(query)
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.('on the second')
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('on the second'))
  leave()
})

test('what a page waits for is not dropped by a change', async () => {
  const client = createQueryClient(() => {})
  let answer: (text: string) => void = () => {}
  const queryFn = () =>
    new Promise<string>((resolve) => {
      answer = resolve
    })
  const loaded = client.fetchQuery({ queryKey: ['name'], queryFn })
  await refetchAfterChange(client, ['name'])
  answer('Northwind')
  await expect(loaded).resolves.toBe('Northwind')
})
