export default function QuoteRequest() {
  return <h1>Request a Quote</h1>;
}
