import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { activationsText, expiryWord, usageText } from '#/entities/benefit/license-key-text.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Button } from '#/ui/button.tsx'
import { CopyButton } from '#/ui/copy-button.tsx'
import { Status } from '#/ui/status.tsx'
import { useNow } from '#/ui/use-now.ts'
import { Day } from './day.tsx'
import { RemoveActivationDialog } from './dialogs.ts'
import {
  type Activation,
  type LicenseKey,
  licenseKeyQuery,
  licenseKeysQuery,
  type PortalGrant,
} from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

/** The keys that a benefit gave: one for each purchase. */
export function LicenseKeys({ benefitId }: Pick<PortalGrant, 'benefitId'>) {
  const { api } = usePortal()
  const { data, error } = useQuery(licenseKeysQuery(api, benefitId))
  if (error && !data) return <p className="text-s text-bad">{failureMessage(error)}</p>
  return (
    <ul className="grid gap-3">
      {data?.map((key) => (
        <Key key={key.id} licenseKey={key} />
      ))}
    </ul>
  )
}

function Key({ licenseKey }: { licenseKey: LicenseKey }) {
  const { key, displayKey, status, expiresAt } = licenseKey
  const [isShown, setShown] = useState(false)
  const now = useNow()
  const usage = usageText(licenseKey)
  return (
    <li className="grid gap-2 text-s">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <code className="font-mono text-xs break-all">{isShown ? key : displayKey}</code>
        {status !== 'granted' && <Status state={status} />}
        <span className="flex items-center gap-1">
          <Button size="s" variant="ghost" onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
            <span className="sr-only"> {displayKey}</span>
          </Button>
          <CopyButton text={key} what="license key" />
        </span>
      </div>
      {(usage !== null || expiresAt !== null) && (
        <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
          {usage !== null && <span>{usage}</span>}
          {expiresAt !== null && (
            <span>
              {expiryWord(expiresAt, now)} <Day at={expiresAt} />
            </span>
          )}
        </p>
      )}
      <Activations licenseKey={licenseKey} />
    </li>
  )
}

/** Where the key is in use, if the seller lets customers remove that. */
function Activations({ licenseKey }: { licenseKey: LicenseKey }) {
  const { id, limitActivations } = licenseKey
  const { api } = usePortal()
  const { data } = useQuery({
    ...licenseKeyQuery(api, id),
    enabled: limitActivations !== null,
  })
  const [removed, setRemoved] = useState<Activation | null>(null)
  const activations = data?.activations ?? []
  if (limitActivations === null || activations.length === 0) return null
  return (
    <div className="grid gap-1.5">
      <p className="text-xs text-ink-3">{activationsText(activations.length, limitActivations)}</p>
      <ul aria-label="Activations" className="rounded-m border">
        {activations.map((activation) => (
          <li key={activation.id} className="flex items-center gap-3 px-3 py-1.5 not-last:border-b">
            <span className="min-w-0 flex-1 wrap-anywhere">{activation.label}</span>
            <span className="text-xs text-ink-3">
              <Day at={activation.createdAt} />
            </span>
            <Button size="s" onClick={() => setRemoved(activation)}>
              Remove<span className="sr-only"> {activation.label}</span>
            </Button>
          </li>
        ))}
      </ul>
      {removed && (
        <RemoveActivationDialog
          licenseKey={licenseKey}
          activation={removed}
          onClose={() => setRemoved(null)}
        />
      )}
    </div>
  )
}
