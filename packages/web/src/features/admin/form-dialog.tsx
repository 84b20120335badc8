import { type FormEventHandler, type ReactNode, useId } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'

interface FormDialogProps {
  title: string
  description?: ReactNode
  /** What the button does, as a verb. */
  submit: string
  destructive?: boolean
  isBusy: boolean
  /** What is wrong with the whole. */
  failure?: string | undefined
  onSubmit: FormEventHandler
  onClose: () => void
  children: ReactNode
}

/** Asks for what an action needs; it's there as long as it's rendered. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, submit, destructive = false, isBusy, failure, children } = props
  const form = useId()
  const footer = (
    <>
      <DialogClose render={<Button>Cancel</Button>} />
      <Button
        type="submit"
        form={form}
        variant={destructive ? 'danger' : 'primary'}
        loading={isBusy}
      >
        {submit}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      title={title}
      description={description}
      footer={footer}
      onOpenChange={props.onClose}
    >
      <form id={form} noValidate onSubmit={props.onSubmit} className="grid gap-4">
        {children}
        {failure && <Banner tone="bad">{failure}</Banner>}
      </form>
    </Dialog>
  )
}
