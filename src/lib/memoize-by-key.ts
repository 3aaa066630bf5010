/**
 * Returns a function that creates one value per key, on first use. State shared by the whole app uses `Services` as the
 * key.
 */
export function memoizeByKey<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>()
  return (key) => {
    const known = made.get(key)
    if (known) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}
