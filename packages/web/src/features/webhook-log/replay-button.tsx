import type { WebhookEndpoint } from '@guildhall/contract/webhooks/shapes'
import History from 'lucide-react/icons/history'
import { useState } from 'react'
import { useOrganization } from '../../lib/current-organization.tsx'
import { mayIn } from '../../lib/roles.ts'
import { Button } from '../../ui/button.tsx'
import type { LogView } from './log-view.ts'
import { ReplayDialog } from './replay-dialog.tsx'

interface ReplayButtonProps {
  endpoint: WebhookEndpoint
  view: LogView
}

/** To one that a member disabled nothing is sent: it gets what it missed when it’s enabled. */
export function ReplayButton({ endpoint, view }: ReplayButtonProps) {
  const { role } = useOrganization()
  const [isOpen, setOpen] = useState(false)
  if (!mayIn(role, 'developers', 'write') || endpoint.disabledReason === 'member') return null
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        <History aria-hidden="true" /> Send again…
      </Button>
      {isOpen && <ReplayDialog endpoint={endpoint} view={view} onClose={() => setOpen(false)} />}
    </>
  )
}
