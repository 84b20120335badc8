import { expect, it } from 'vitest'
import { runOn } from '../../../server/test/sql.ts'
import { refusal, unwrap } from '../answers.ts'
import { testSite } from '../site.ts'
import { newVisitor, type Visitor } from '../visitor.ts'

/** Its mail server is down. */
const site = testSite({
  SMTP_URL: 'smtp://127.0.0.1:9',
  GUILDHALL_MAIL_FROM: 'shop@example.com',
})

async function signUp(email: string): Promise<Visitor> {
  const visitor = newVisitor(site)
  const password = 'a staple for the battery'
  unwrap(await visitor.auth.signUp.email({ name: 'Grace', email, password }))
  return visitor
}

interface Mail {
  readonly id: string
  readonly attempts: number
  readonly state: string
  readonly lastError: string | null
}

/** The types of this client version lack these operations. */
async function mailsTo(operator: Visitor, address: string): Promise<Mail[]> {
  const path = `/admin/list-mails?recipient=${encodeURIComponent(address)}`
  return unwrap(await operator.auth.$fetch<{ mails: Mail[] }>(path)).mails
}

const retry = ({ auth }: Visitor, seen: Mail | undefined) =>
  auth.$fetch('/admin/retry-mail', {
    method: 'POST',
    body: { mailId: seen?.id, attempts: seen?.attempts },
  })

/** Else the mail might be tried again by itself just now. */
const postponeJobOf = (mail: Mail | undefined) =>
  runOn(
    site.database.ownerUrl,
    `update graphile_worker._private_jobs set run_at = now() + interval '1 hour'
      where key = 'mail.send:' || $1 and locked_at is null returning id`,
    [mail?.id],
  )

it('the operator looks up why a user got no mail, and has it sent again', async () => {
  const operator = await signUp('grace@hopper.test')
  const ada = await signUp('ada@lovelace.test')
  unwrap(await ada.auth.requestPasswordReset({ email: 'ada@lovelace.test', redirectTo: '/' }))
  const tried = () => mailsTo(operator, 'Ada@Lovelace.test')
  await expect.poll(async () => (await tried())[0]?.lastError).toContain('ECONNREFUSED')
  const [failing] = await tried()
  await expect.poll(() => postponeJobOf(failing)).toHaveLength(1)
  const [mail] = await tried()
  expect(mail).toMatchObject({ state: 'retrying' })
  expect(mail).not.toHaveProperty('body')
  expect(refusal(await retry(ada, mail))).toBe('403 YOU_ARE_NOT_ALLOWED_TO_RETRY_MAILS')
  expect(unwrap(await retry(operator, mail))).toEqual({ success: true })
  await expect
    .poll(async () => (await tried())[0]?.attempts)
    .toBeGreaterThan(mail?.attempts ?? Number.POSITIVE_INFINITY)
  expect(refusal(await retry(operator, mail))).toBe('409 MAIL_HAS_CHANGED')
})
