import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { quoted } from '../../../platform/mail/quoted.ts'

interface UndeliveredBenefit {
  readonly site: string
  readonly organization: string
  readonly benefit: string
  /** It has no page, and no grant of it is missing. */
  readonly isDeleted: boolean
  /** `Discord`. */
  readonly provider: string
  /** Customers who don’t have what they bought, and who still have what they lost. */
  readonly missing: number
  readonly kept: number
  /** In the provider’s words. */
  readonly reason: string
  readonly url: string
}

const reasonLengthMax = 300

/** Quotes set apart what sellers and providers have written. */
export function undeliveredMessage(undelivered: UndeliveredBenefit): Omit<NewMail, 'to'> {
  const { site, organization, benefit, isDeleted, provider, missing, kept, reason, url } =
    undelivered
  const title = missing > 0 ? 'A benefit can’t be delivered' : 'A benefit can’t be taken back'
  return {
    subject: `${title} at ${site}`,
    blocks: [
      heading(title),
      text(introOf(undelivered)),
      facts({
        Benefit: quoted(benefit),
        [`${provider} says`]: quoted(reason, reasonLengthMax),
        ...(missing > 0 && { 'Not delivered to': customers(missing) }),
        ...(kept > 0 && { 'Not taken from': customers(kept) }),
        Organization: quoted(organization),
      }),
      button(isDeleted ? 'See your benefits' : 'See what failed', url),
      text(isDeleted ? deletedWords(provider) : retryWords),
      footer(
        `You received this email because your role lets you manage the benefits of this organization at ` +
          `${site}. There is at most one a day for each benefit.`,
      ),
    ],
  }
}

const introOf = ({ missing, provider }: UndeliveredBenefit): string =>
  missing > 0
    ? `${provider} doesn’t give customers what they bought, and it isn’t tried again by itself:`
    : `Customers keep something at ${provider} that they no longer hold, and it isn’t tried again by itself:`

const retryWords = 'Remove the obstacle, then retry on the page of the benefit.'

const deletedWords = (provider: string): string =>
  `The benefit was deleted. Take from these customers at ${provider} what they still have.`

const customers = (count: number): string => (count === 1 ? '1 customer' : `${count} customers`)
