import { beforeAll, describe, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { newPayment, paymentNow, testPaymentDeps } from '../../../../test/payments.ts'
import { briefOf, newAccessToken, withNothing, withToken } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/ids.ts'
import { authenticationOf } from '../actions/record-outcome.ts'
import { clientSecretOf } from '../actions/sandbox/client-secret.ts'
import type { PaymentRow } from '../store/payments.ts'

const db = testDatabase()
const server = testServer(db)
let shop: OwnedOrganization
let customer: { readonly id: string }

beforeAll(async () => {
  shop = await createOrganization(server.current)
  const { token } = await newAccessToken(server.current, shop, ['customers:write'])
  customer = await newCustomer(withToken(server.current, token))
})

const deps = () => testPaymentDeps(db.database)

async function waiting(): Promise<{ readonly payment: PaymentRow; readonly path: string }> {
  const confirmationToken = 'tok_sandbox_authenticate'
  const payment = await newPayment(server.current, shop, customer, { confirmationToken })
  const secret = authenticationOf(deps(), payment)?.clientSecret ?? ''
  return { payment, path: `/sandbox/authentications/${secret}` }
}

const answer = (path: string, outcome: string) =>
  withNothing(server.current).post(path, { outcome })

describe('the sandbox’s authentication', () => {
  it('lets the buyer confirm, and the payment succeeds without another request', async () => {
    const { payment, path } = await waiting()
    const answered = await answer(path, 'confirmed')
    expect(answered).toMatchObject({ status: 200, body: { status: 'succeeded' } })
    await server.current.settle()
    expect(await paymentNow(deps(), payment)).toMatchObject({ status: 'succeeded' })
  })

  it('lets the buyer decline', async () => {
    const { payment, path } = await waiting()
    expect((await answer(path, 'declined')).body).toEqual({ status: 'failed' })
    await server.current.settle()
    expect(await paymentNow(deps(), payment)).toMatchObject({
      status: 'failed',
      declineReason: 'authentication_failed',
    })
  })

  it('accepts the same answer again, and no other', async () => {
    const { path } = await waiting()
    await answer(path, 'confirmed')
    expect(briefOf(await answer(path, 'confirmed'))).toBe('200')
    expect(briefOf(await answer(path, 'declined'))).toBe('409 AuthenticationOver')
  })

  it('accepts one of many concurrent answers', async () => {
    const { payment, path } = await waiting()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => answer(path, at % 2 === 0 ? 'confirmed' : 'declined')),
    )
    const briefs = answers.map(briefOf)
    expect(briefs.filter((brief) => brief === '200')).toHaveLength(10)
    expect(briefs.filter((brief) => brief === '409 AuthenticationOver')).toHaveLength(10)
    await server.current.settle()
    const [first] = answers.filter(({ status }) => status === 200)
    expect(await paymentNow(deps(), payment)).toMatchObject({ status: first?.body?.['status'] })
  })

  it.each([
    ['', 'confirmed', '404'],
    ['pi_sandbox_x_secret_y', 'confirmed', '404 ResourceNotFound'],
    ['valid', 'maybe', '422 RequestValidationError body.outcome'],
  ])('rejects the secret “%s” with the answer %s', async (secret, outcome, brief) => {
    const path = secret === 'valid' ? (await waiting()).path : `/sandbox/authentications/${secret}`
    expect(briefOf(await answer(path, outcome))).toContain(brief)
  })

  it('rejects a forged secret', async () => {
    const { path } = await waiting()
    const forged = path.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    expect(briefOf(await answer(forged, 'confirmed'))).toBe('404 ResourceNotFound')
    const ofNothing = clientSecretOf(server.current.keyring, {
      organizationId: newId('organization'),
      id: newId('sandboxIntent'),
    })
    const nowhere = await answer(`/sandbox/authentications/${ofNothing}`, 'confirmed')
    expect(briefOf(nowhere)).toBe('404 ResourceNotFound')
  })

  it('writes no secret to the log', async () => {
    const { path } = await waiting()
    await answer(path, 'confirmed')
    const secret = path.split('_secret_').at(-1) ?? path
    expect(server.current.logged.join('\n')).not.toContain(secret)
  })
})
