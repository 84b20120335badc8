import { createCustomerSession } from '@guildhall/contract/customers/sessions'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { customerName } from '../../lib/customer-name.ts'
import { failureWords, type Words } from '../../lib/failure-words.ts'
import { useChange } from '../../lib/use-change.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import type { Customer } from './customer-queries.ts'

interface PortalLinkDialogProps {
  customer: Customer
  onClose: () => void
}

/** A link that lets a customer into their portal: made when it's asked for, and shown this once. */
export function PortalLinkDialog({ customer, onClose }: PortalLinkDialogProps) {
  const { id: organizationId } = useOrganization()
  const [link, setLink] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const change = useChange()
  const create = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const body = { organizationId, customerId: customer.id }
      await change(async () => {
        // It's told only now; whatever else is asked for may never come.
        const session = await api.call(createCustomerSession, { body })
        setLink(session.customerPortalUrl)
      })
    } catch (error) {
      setFailure(failureWords(error, words))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title="Portal link"
      description={`Lets ${customerName(customer)} into their portal for an hour. Whoever has the link gets in, so give it to nobody else.`}
      footer={
        link === null ? (
          <>
            <DialogClose render={<Button>Cancel</Button>} />
            <Button variant="primary" loading={isBusy} onClick={create}>
              Create link
            </Button>
          </>
        ) : (
          <DialogClose render={<Button variant="primary">Done</Button>} />
        )
      }
      onOpenChange={onClose}
    >
      {failure && <Banner tone="bad">{failure}</Banner>}
      {link && (
        <SecretOnce
          label="Link"
          secret={link}
          hint="Copy it now: it can’t be shown again, but you can create another one."
        />
      )}
    </Dialog>
  )
}

const words: Words = {
  NotPermitted: 'Your role changed: only owners and admins create portal links.',
  RequestValidationError: 'This customer is no longer here. Somebody deleted them just now.',
}
