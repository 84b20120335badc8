import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { Button } from '#/ui/button.tsx'
import { useToast } from '#/ui/toast.tsx'
import { useShortcut } from '#/ui/use-shortcut.ts'
import { CreateLinkDialog } from './link-dialogs.tsx'
import type { CheckoutLink } from './link-queries.ts'
import { linkName } from './link-text.ts'
import { ShareLinkDialog } from './share-link-dialog.tsx'

/** The page's primary action, hidden from members who can't change the catalog. */
export function CreateLinkButton() {
  const { role } = useOrganization()
  return mayIn(role, 'catalog', 'write') ? <Create /> : null
}

/** After a link is created, its URL is shown. */
function Create() {
  const [step, setStep] = useState<'none' | 'form' | CheckoutLink>('none')
  const toast = useToast()
  useShortcut('c', () => setStep('form'))
  const close = () => setStep('none')
  return (
    <>
      <Button variant="primary" onClick={() => setStep('form')}>
        <Plus aria-hidden="true" /> Create link
      </Button>
      {step === 'form' && (
        <CreateLinkDialog
          onClose={close}
          onCreated={(link) => {
            toast({ title: `${linkName(link)} created` })
            setStep(link)
          }}
        />
      )}
      {typeof step === 'object' && <ShareLinkDialog link={step} onClose={close} />}
    </>
  )
}
