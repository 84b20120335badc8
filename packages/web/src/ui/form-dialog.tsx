import { type FormEventHandler, type ReactNode, useId, useRef } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Dialog, DialogClose } from './dialog.tsx'

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
  const fields = useRef<HTMLFormElement>(null)
  // On a touch screen the keyboard would cover what the dialog says.
  const firstField = (how: string) =>
    how === 'touch' || (fields.current?.querySelector<HTMLElement>(fieldSelector) ?? true)
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
      initialFocus={firstField}
    >
      <form ref={fields} id={form} noValidate onSubmit={props.onSubmit} className="grid gap-4">
        {children}
        {failure && <Banner tone="bad">{failure}</Banner>}
      </form>
    </Dialog>
  )
}

const fieldSelector = ':is(input:not([type=radio]), input:checked, textarea):not([hidden])'
