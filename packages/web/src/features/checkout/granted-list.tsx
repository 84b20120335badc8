import { HeldBenefit } from '#/entities/benefit/held-benefit.tsx'
import { Link } from '#/ui/link.tsx'
import { Markdown } from '#/ui/markdown.tsx'
import { BenefitList } from './benefit-list.tsx'
import { type Granted, useGranted } from './granted.ts'
import { GrantedExternal } from './granted-external.tsx'
import { GrantedFiles } from './granted-files.tsx'
import { GrantedKeys } from './granted-keys.tsx'
import { portalOf } from './portal.ts'
import type { Checkout } from './wire.ts'

/** What the product promises, and what it gave as soon as that is known. */
export function GrantedList({ checkout }: { checkout: Checkout }) {
  const { benefits } = checkout.product
  const granted = useGranted(checkout)
  if (benefits.length === 0) return null
  const ofBenefit = (id: string) => granted.filter(({ benefitId }) => benefitId === id)
  const inOrder = benefits.flatMap(({ id }) => ofBenefit(id))
  return (
    <section className="grid gap-2.5">
      <h2 className="text-s font-semibold">What you get</h2>
      <BenefitList
        label="What you get"
        benefits={benefits.filter(({ id }) => ofBenefit(id).length === 0)}
      />
      {granted.length > 0 && (
        <>
          <Grants label="Ready to use" grants={inOrder.filter(isReady)} checkout={checkout} />
          <Grants
            label="Not ready yet"
            grants={inOrder.filter((grant) => !isReady(grant))}
            checkout={checkout}
          />
        </>
      )}
      <p className="text-s text-ink-2">
        You find all of this later{' '}
        <Link href={portalOf(checkout)} target="_top">
          in your portal
        </Link>
        .
      </p>
    </section>
  )
}

const isReady = ({ status }: Granted) => status === 'granted'

interface GrantsProps {
  label: string
  grants: readonly Granted[]
  checkout: Checkout
}

function Grants({ label, grants, checkout }: GrantsProps) {
  if (grants.length === 0) return null
  return (
    <ul aria-label={label} className="rounded-l border bg-surface">
      {grants.map((grant) => (
        <Given key={grant.id} grant={grant} checkout={checkout} />
      ))}
    </ul>
  )
}

interface GivenProps {
  grant: Granted
  checkout: Checkout
}

function Given({ grant, checkout }: GivenProps) {
  const { type, description } = grant.benefit
  return (
    <HeldBenefit type={type} title={description}>
      <Content grant={grant} checkout={checkout} />
    </HeldBenefit>
  )
}

function Content({ grant, checkout }: GivenProps) {
  const { benefit } = grant
  const token = checkout.customerSessionToken ?? ''
  switch (benefit.type) {
    case 'custom': {
      const { note } = benefit.properties
      return note !== null && <Markdown text={note} level={4} className="text-s" />
    }
    case 'downloadables':
      return <GrantedFiles benefitId={benefit.id} token={token} />
    case 'license_keys':
      return <GrantedKeys grant={grant} token={token} />
    case 'discord':
    case 'github_repository':
      return <GrantedExternal grant={grant} checkout={checkout} />
    case 'meter_credit':
      // Its title says it all.
      return null
  }
}
