import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { Button } from '#/ui/button.tsx'
import { ChangeCreditsDialog } from './change-credits-dialog.tsx'
import type { OfMeter } from './credit-queries.ts'

interface ChangeCreditsButtonProps {
  customer: { id: OfMeter['customerId']; name: string }
  meterId?: OfMeter['meterId']
}

/** Only for those who may change customers. */
export function ChangeCreditsButton(props: ChangeCreditsButtonProps) {
  const { role } = useOrganization()
  const [isOpen, setOpen] = useState(false)
  if (!mayIn(role, 'customers', 'write')) return null
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        Give credits…
      </Button>
      {isOpen && <ChangeCreditsDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
