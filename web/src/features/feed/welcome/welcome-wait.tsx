import styles from './welcome-wait.module.css';

/** The room of the welcome until it has loaded. */
export const WelcomeWait = () => <div className={styles.root} />;
