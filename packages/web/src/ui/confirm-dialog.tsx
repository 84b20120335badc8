import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { type FormEvent, type ReactElement, type ReactNode, useId, useState } from 'react'
import { failureMessage, type Messages } from '#/lib/failure-message.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { DialogFooter } from './dialog.tsx'
import { dialogClasses, dialogPlace, scrimClasses } from './dialog-frame.ts'
import { Field } from './field.tsx'
import { TextInput } from './text-input.tsx'

interface ConfirmDialogProps {
  /** A question: "Cancel Ada's subscription?" */
  title: string
  /** The consequences, a sentence each. */
  effects: readonly ReactNode[]
  /** The label of the button, a verb: "Refund $29.00". */
  confirm: string
  /** The label of the button that does nothing. */
  dismiss?: string
  /** If it throws, the dialog stays open and shows the error. */
  onConfirm: () => Promise<void>
  /** What refusals are called here, by code. */
  messages?: Messages
  /** The action can’t be undone. */
  destructive?: boolean
  /** A text to type first, for very destructive actions. */
  typed?: string
  /** Choices, below the consequences. */
  children?: ReactNode
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

export function ConfirmDialog({ trigger, open, onOpenChange, ...props }: ConfirmDialogProps) {
  const [isOpen, setOpen] = useState(false)
  const change = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  return (
    <Base.Root open={open ?? isOpen} onOpenChange={(next) => change(next)}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        {/* Also above another dialog, which would otherwise seem to be part of it. */}
        <Base.Backdrop forceRender className={scrimClasses} />
        <Base.Viewport className={dialogPlace}>
          <Base.Popup className={classNames(dialogClasses, 'sm:w-110')}>
            <Confirmation {...props} close={() => change(false)} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

type ConfirmationProps = Omit<ConfirmDialogProps, 'trigger' | 'open' | 'onOpenChange'>

function Confirmation(props: ConfirmationProps & { close: () => void }) {
  const { title, effects, confirm, destructive = false, typed, children } = props
  const { dismiss = 'Keep as it is' } = props
  const { word, setWord, isBusy, failure, submit } = useConfirmation(props)
  const form = useId()
  return (
    <>
      <form id={form} className="flex flex-col gap-4 px-5 pt-5 pb-5" onSubmit={submit}>
        <Base.Title className="text-l font-semibold">{title}</Base.Title>
        <Base.Description render={<ul />} className="flex flex-col gap-2 text-s text-ink-2">
          {effects.map((effect, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="flex gap-2.5">
              <span aria-hidden="true" className="mt-2 size-1 shrink-0 rounded-full bg-ink-3" />
              <span className="min-w-0">{effect}</span>
            </li>
          ))}
        </Base.Description>
        {children}
        {typed && (
          <Field label={`Type “${typed}” to confirm`}>
            <TextInput
              value={word}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setWord(event.target.value)}
            />
          </Field>
        )}
        {failure && <Banner tone="bad">{failure}</Banner>}
      </form>
      <DialogFooter>
        <Base.Close render={<Button>{dismiss}</Button>} />
        <Button
          type="submit"
          form={form}
          variant={destructive ? 'danger' : 'primary'}
          loading={isBusy}
          disabled={typed !== undefined && word.trim() !== typed}
        >
          {confirm}
        </Button>
      </DialogFooter>
    </>
  )
}

function useConfirmation({
  typed,
  onConfirm,
  messages,
  close,
}: ConfirmationProps & { close: () => void }) {
  const [word, setWord] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || (typed !== undefined && word.trim() !== typed)) return
    setBusy(true)
    setFailure(null)
    try {
      await onConfirm()
      close()
    } catch (error) {
      setFailure(failureMessage(error, messages))
    } finally {
      setBusy(false)
    }
  }
  return { word, setWord, isBusy, failure, submit }
}
