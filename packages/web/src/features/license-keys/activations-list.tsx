import { activationsText } from '#/entities/benefit/license-key-text.ts'
import { Button } from '#/ui/button.tsx'
import { Time } from '#/ui/time.tsx'
import type { Activation, LicenseKey } from './key-queries.ts'

interface ActivationsListProps {
  licenseKey: LicenseKey
  /** Null for members who may only look. */
  onRemove: ((activation: Activation) => void) | null
}

/** Where a key is in use; nothing for keys that aren’t activated. */
export function ActivationsList({ licenseKey, onRemove }: ActivationsListProps) {
  const { activations, limitActivations } = licenseKey
  if (limitActivations === null && activations.length === 0) return null
  return (
    <section aria-label="Activations" className="grid gap-1.5 text-s">
      <p className="font-medium">
        {activationsText(activations.length, limitActivations ?? activations.length)}
      </p>
      {activations.length > 0 && (
        <ul className="rounded-m border">
          {activations.map((activation) => (
            <li
              key={activation.id}
              className="flex items-center gap-3 px-3 py-1.5 not-last:border-b"
            >
              <span className="min-w-0 flex-1 wrap-anywhere">{activation.label}</span>
              <span className="text-xs text-ink-3">
                <Time at={activation.createdAt} />
              </span>
              {onRemove && (
                <Button size="s" onClick={() => onRemove(activation)}>
                  Remove<span className="sr-only"> {activation.label}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
