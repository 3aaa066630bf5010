/** An option's name, with the credits that it adds to the price. */
export function AddedCredits({ name, adds }: { name: string; adds: number }) {
  return (
    <span>
      {name}
      {adds > 0 && (
        <>
          {' '}
          <span className="font-normal text-amber">
            +{adds} <span className="sr-only">credits</span>
          </span>
        </>
      )}
    </span>
  )
}
