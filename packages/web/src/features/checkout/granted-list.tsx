import { HeldBenefit } from '#/entities/benefit/held-benefit.tsx'
import { Link } from '#/ui/link.tsx'
import { Markdown } from '#/ui/markdown.tsx'
import { BenefitList } from './benefit-list.tsx'
import { type Granted, useGranted } from './granted.ts'
import { portalOf } from './portal.ts'
import type { Checkout } from './wire.ts'

/** What the product promises, and what it gave as soon as that is known. */
export function GrantedList({ checkout }: { checkout: Checkout }) {
  const { benefits } = checkout.product
  const granted = useGranted(checkout)
  if (benefits.length === 0) return null
  const isGranted = ({ id }: { id: string }) => granted.some(({ benefitId }) => benefitId === id)
  return (
    <section className="grid gap-2.5">
      <h2 className="text-s font-semibold">What you get</h2>
      <BenefitList label="What you get" benefits={benefits.filter((one) => !isGranted(one))} />
      {granted.length > 0 && (
        <>
          <ul aria-label="Ready to use" className="rounded-l border bg-surface">
            {benefits.flatMap(({ id }) =>
              granted
                .filter(({ benefitId }) => benefitId === id)
                .map((grant) => <Given key={grant.id} grant={grant} />),
            )}
          </ul>
          <p className="text-s text-ink-2">
            You find all of this later{' '}
            <Link href={portalOf(checkout)} target="_top">
              in your portal
            </Link>
            .
          </p>
        </>
      )}
    </section>
  )
}

function Given({ grant: { benefit } }: { grant: Granted }) {
  const { type, description, properties } = benefit
  const note = 'note' in properties ? properties.note : null
  return (
    <HeldBenefit type={type} title={description}>
      {note !== null && <Markdown text={note} level={4} className="text-s" />}
    </HeldBenefit>
  )
}
