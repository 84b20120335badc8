import type { LicenseKey } from '@guildhall/contract/entitlements/license-key-shapes'
import type * as z from 'zod/mini'
import { platformNames, platformOf } from '#/entities/benefit/external-platform.ts'
import { HeldBenefit } from '#/entities/benefit/held-benefit.tsx'
import { CopyButton } from '#/ui/copy-button.tsx'
import { Link } from '#/ui/link.tsx'
import { Markdown } from '#/ui/markdown.tsx'
import { BenefitList } from './benefit-list.tsx'
import { type Granted, useGranted } from './granted.ts'
import { GrantedFiles } from './granted-files.tsx'
import { portalOf } from './portal.ts'
import { usePortalItems } from './portal-items.ts'
import { type Checkout, isRecord } from './wire.ts'

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

interface GrantedExternalProps {
  grant: Granted
  checkout: Checkout
}

/** A benefit at Discord or GitHub. It needs an account, which only the portal can connect. */
function GrantedExternal({ grant, checkout }: GrantedExternalProps) {
  const { status, benefit } = grant
  const platform = platformOf(benefit.type)
  if (platform === null) return null
  const name = platformNames[platform]
  if (status === 'waiting') {
    return (
      <p className="text-s text-ink-2">
        To get this,{' '}
        <Link href={portalOf(checkout)} target="_top">
          connect your {name} account in your portal
        </Link>
        .
      </p>
    )
  }
  return <p className="text-s text-ink-2">{stateText[status](name)}</p>
}

const stateText: Readonly<Record<Exclude<Granted['status'], 'waiting'>, (name: string) => string>> =
  {
    pending: (name) => `On its way to your ${name} account.`,
    granted: (name) => `Given to your ${name} account.`,
    failed: (name) => `This could not be given to you at ${name}. Your portal shows when it is.`,
    revoked: () => 'You no longer have this.',
  }

type Key = z.input<typeof LicenseKey>

interface GrantedKeysProps {
  token: string
  grant: Granted
}

/** The license key that the purchase gave. */
function GrantedKeys({ token, grant }: GrantedKeysProps) {
  const by = ['benefit_id', grant.benefitId] as const
  const keys = usePortalItems({ token, name: 'license-keys', by }, isKey)
  // A customer may have bought others before. A buyer who typed an address sees this purchase only.
  const { licenseKeyId } = grant.properties
  const own = keys.filter(({ id }) => licenseKeyId === undefined || id === licenseKeyId)
  return own.map(({ id, key }) => (
    <p key={id} className="flex items-center gap-1">
      <code className="min-w-0 font-mono text-xs break-all">{key}</code>
      <CopyButton text={key} what="license key" className="shrink-0" />
    </p>
  ))
}

/** A minimal check: the response is our own server’s, and this page ships no schemas. */
const isKey = (value: unknown): value is Key => isRecord(value) && 'id' in value && 'key' in value
