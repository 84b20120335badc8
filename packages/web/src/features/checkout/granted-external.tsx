import { platformNames, platformOf } from '#/entities/benefit/external-platform.ts'
import { Link } from '#/ui/link.tsx'
import type { Granted } from './granted.ts'
import { portalOf } from './portal.ts'
import type { Checkout } from './wire.ts'

interface GrantedExternalProps {
  grant: Granted
  checkout: Checkout
}

/** A benefit at Discord or GitHub. It needs an account, which only the portal can connect. */
export function GrantedExternal({ grant, checkout }: GrantedExternalProps) {
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
