import * as React from 'react';

export function Panel(props: { title: string }) {
  return (
    <section>
      <h1>{props.title}</h1>
    </section>
  );
}

export class Window extends React.Component {
  render() {
    return <Panel title="Tides" />;
  }
}
