import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useOrganization } from '../../lib/current-organization.tsx'
import { mayIn } from '../../lib/roles.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { MeterDialog } from './meter-dialog.tsx'

/** The page's primary action; for who may not change the catalog it isn't there. */
export function CreateMeterButton() {
  const { role } = useOrganization()
  return mayIn(role, 'catalog', 'write') ? <Create /> : null
}

function Create() {
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()
  useShortcut('c', () => setOpen(true))
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" /> Create meter
      </Button>
      {isOpen && (
        <MeterDialog
          onClose={() => setOpen(false)}
          onCreated={({ name }) => {
            toast({ title: `${name} is ready` })
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
