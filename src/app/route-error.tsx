export function RouteError() {
  return <h1>Something went wrong. Please try again.</h1>
}
