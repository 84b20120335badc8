import { expect, it } from 'vitest'
import { buyLicense, licenseScopes, newLicense } from '../../../../test/license-keys.ts'
import { withNothing } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { server, acme, calls } = sellingServer(licenseScopes, { GUILDHALL_RATE_LIMIT: 'on' })

const validate = async (keys: readonly string[]): Promise<number[]> => {
  const asked = keys.map((key) =>
    withNothing(server.current).post('/customer-portal/license-keys/validate', {
      organization_id: acme.id,
      key,
    }),
  )
  return (await Promise.all(asked)).map(({ status }) => status)
}

const countOf = (statuses: readonly number[], status: number) =>
  statuses.filter((one) => one === status).length

it('a key may be validated 300 times a minute, and a network may ask 600 times', async () => {
  const { key } = await buyLicense(server.current, { calls, acme }, await newLicense(calls))
  const ofOneKey = await validate(Array.from({ length: 310 }, () => key))
  expect([countOf(ofOneKey, 200), countOf(ofOneKey, 429)]).toEqual([300, 10])
  const ofOthers = await validate(Array.from({ length: 300 }, (_, at) => `GUESS-${at}`))
  expect([countOf(ofOthers, 404), countOf(ofOthers, 429)]).toEqual([290, 10])
  // Sellers’ backends have a limit of their own.
  expect(await calls.post('/license-keys/validate', { key })).toMatchObject({ status: 200 })
})
