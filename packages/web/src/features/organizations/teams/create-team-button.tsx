import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { mayIn } from '../../../lib/roles.ts'
import { Button } from '../../../ui/button.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useShortcut } from '../../../ui/use-shortcut.ts'
import { CreateTeamDialog } from './name-dialogs.tsx'

/** The page's primary action; for who may not create teams it isn't there. */
export function CreateTeamButton() {
  const { role } = useOrganization()
  return mayIn(role, 'team', 'create') ? <Create /> : null
}

function Create() {
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()
  useShortcut('c', () => setOpen(true))
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" /> Create team
      </Button>
      {isOpen && (
        <CreateTeamDialog
          onClose={() => setOpen(false)}
          onDone={(news) => {
            toast({ title: news })
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
