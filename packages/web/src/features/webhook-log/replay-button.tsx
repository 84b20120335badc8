import type { WebhookEndpoint } from '@guildhall/contract/webhooks/shapes'
import History from 'lucide-react/icons/history'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { Button } from '#/ui/button.tsx'
import type { LogView } from './log-view.ts'
import { ReplayDialog } from './replay-dialog.tsx'

interface ReplayButtonProps {
  endpoint: WebhookEndpoint
  view: LogView
}

/** Hidden for disabled endpoints: enabling them sends what they missed. */
export function ReplayButton({ endpoint, view }: ReplayButtonProps) {
  const { role } = useOrganization()
  const [isOpen, setOpen] = useState(false)
  if (!mayIn(role, 'developers', 'write') || endpoint.disabledReason === 'member') return null
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        <History aria-hidden="true" /> Resend…
      </Button>
      {isOpen && <ReplayDialog endpoint={endpoint} view={view} onClose={() => setOpen(false)} />}
    </>
  )
}
