import type { Id } from '@guildhall/contract/primitives'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { lockMail, queueAgain } from '../../../platform/mail/mail-log.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  authorizeOperator,
  type OperatorAct,
  recordOperatorAct,
} from '../../identity/actions/administration/operator-act.ts'
import { decideMailRetry } from '../rules/mail-retry.ts'
import type { MaintenanceDeps } from './deps.ts'

interface SeenMail {
  readonly mailId: Id<'mail'>
  readonly attempts: number
}

/** Sends a mail now, provided it hasn’t been tried since the operator saw it. */
export async function retryMail(
  uow: UnitOfWork,
  { smtp }: Pick<MaintenanceDeps, 'smtp'>,
  act: OperatorAct,
  { mailId, attempts }: SeenMail,
): Promise<void> {
  await authorizeOperator(uow, act, 'mail:retry')
  const mail = await lockMail(uow.tx, mailId)
  if (mail === undefined) throw new Problem('mail_not_found')
  const facts = { attemptsSeen: attempts, hasMailServer: smtp !== null }
  accept(decideMailRetry(mail, facts, uow.now))
  queueAgain(uow, mail)
  await recordOperatorAct(uow, act, 'admin.retry-mail', { mailId })
}
