import type { Id } from '@guildhall/contract/primitives'
import { taxSchemes } from '@guildhall/contract/tax/shapes'
import * as z from 'zod/mini'
import { decideTax, decideWithoutPlace, type Registration } from '../rules/decide-tax.ts'
import type { TaxAnswer } from '../rules/tax-answer.ts'
import { listCollecting } from '../store/registrations.ts'
import type { TaxParts } from './parts.ts'
import { askStripeTax, stripeTax } from './stripe/ask-stripe-tax.ts'
import type { TaxQuestion } from './tax-question.ts'

const scheme = z.enum(taxSchemes)

/**
 * By Stripe Tax where that is set up, else by the engine that is built in. Never inside a
 * transaction: Stripe is asked over the network. Who collects nowhere costs no question.
 */
export async function calculateTax(
  parts: TaxParts,
  { collecting, ...question }: TaxQuestion,
): Promise<TaxAnswer> {
  const registrations = collecting ?? (await findCollecting(parts, question.organizationId))
  return answerOf(parts, registrations, question)
}

/** Some at a time, so that the engine isn’t flooded. */
const askedAtOnceMax = 8

/** What many buyers of one organization owe, in the order of the questions. */
export async function calculateTaxes(
  parts: TaxParts,
  organizationId: Id<'organization'>,
  questions: readonly TaxQuestion[],
): Promise<TaxAnswer[]> {
  if (questions.length === 0) return []
  const registrations = await findCollecting(parts, organizationId)
  const answers: TaxAnswer[] = []
  while (answers.length < questions.length) {
    const some = questions.slice(answers.length, answers.length + askedAtOnceMax)
    answers.push(...(await Promise.all(some.map((one) => answerOf(parts, registrations, one)))))
  }
  return answers
}

async function answerOf(
  { config }: TaxParts,
  registrations: readonly Registration[],
  question: TaxQuestion,
): Promise<TaxAnswer> {
  const { netAmount, address } = question
  const stripe = stripeTax(config)
  const isStripes = stripe !== null && decideWithoutPlace(registrations, netAmount) === null
  return isStripes && address !== null
    ? askStripeTax(stripe, question, address)
    : decideTax(registrations, question)
}

export async function findCollecting(
  { workshop, clock }: TaxParts,
  organizationId: Id<'organization'>,
): Promise<Registration[]> {
  const { reads } = workshop.database
  const rows = await listCollecting(reads, organizationId, clock.now())
  return rows.map((row) => ({ ...row, scheme: z.parse(scheme, row.scheme) }))
}
