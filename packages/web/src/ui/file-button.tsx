import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

interface FileButtonProps
  extends Pick<ComponentProps<typeof Button>, 'size' | 'loading' | 'className'> {
  /** Media types and extensions, as in the `accept` attribute. */
  accept?: string
  multiple?: boolean
  onFiles: (files: File[]) => void
  children: ReactNode
}

/** Opens the browser’s file dialog. */
export function FileButton({ accept, multiple = false, onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // Allows choosing the same file again.
          target.value = ''
        }}
      />
    </>
  )
}
